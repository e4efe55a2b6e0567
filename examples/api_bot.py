"""A bot that plays over the HTTP API: it joins a table and makes random moves among what the server offers.

python examples/api_bot.py http://127.0.0.1:8000 TABLE [TOKEN]
"""

import random
import sys
from typing import Any

import httpx

url, table, *token = sys.argv[1:]
headers = {"Authorization": f"Bearer {token[0]}"} if token else {}
api = httpx.Client(base_url=f"{url}/api", headers=headers, timeout=60)
if not token:
    api.post("/me", json={"name": "random bot"}).raise_for_status()
api.post(f"/tables/{table}/join", json={})  # refused if it sits there already, which is fine


def choose(seat: int, choices: dict[str, Any]) -> Any:
    """Pick one of the moves on offer; bids and discards in Wampum are built by asking."""
    if choices["game"] != "wampum" or choices["verb"] == "go":
        moves = choices.get("moves") or choices.get("presets") or choices["places"]
        return random.choice([move["move"] for move in moves if move.get("allowed", True)])
    while True:
        cards = random.sample(choices["hand"], choices["count"] or random.randint(1, len(choices["hand"])))
        built = api.post(f"/tables/{table}/ask", json={"seat": seat, "build": "".join(cards)}).json()
        moves = [built["move"]] if built["move"] else [p["move"] for p in built["places"] if p["allowed"]]
        if moves:
            return random.choice(moves)


state = api.get(f"/tables/{table}").json()
while not state["turn"]["over"]:
    for view in state["views"]:
        if view["choices"]:
            move = choose(view["seat"], view["choices"])
            api.post(f"/tables/{table}/moves", json={"seat": view["seat"], "move": move, "seq": state["seq"]})
    api.get(f"/tables/{table}/events", params={"since": state["seq"], "wait": 20})
    state = api.get(f"/tables/{table}").json()
print(state["table"]["result"])
