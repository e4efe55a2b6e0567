"""The account page: passphrase, sessions, tokens, one's data, and leaving for good, all with hands and eyes."""

from __future__ import annotations

import json
from secrets import token_hex
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.people import Visitors

ENGLISH = {"language": "en"}


def with_account(visitors: Visitors) -> tuple[Page, str, str]:
    """Somebody with an account, in front of the settings."""
    page = visitors.arrive(kept=ENGLISH)
    name, passphrase = f"ada-{token_hex(4)}", token_hex(8)
    page.request.post("/api/account", data={"account": name, "passphrase": passphrase})
    page.goto("/account")
    page.get_by_role("heading", name="Passphrase").wait_for()
    return page, name, passphrase


def test_the_settings_lead_to_the_account_page(visitors: Visitors) -> None:
    page = visitors.arrive(kept=ENGLISH)
    page.goto("/settings")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Your account and data").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your account and data")
    expect(page.get_by_text("You play as a guest: Ada.")).to_be_visible()


def test_a_new_passphrase_ends_the_sessions_elsewhere(visitors: Visitors) -> None:
    page, name, passphrase = with_account(visitors)
    elsewhere = visitors.arrive("", kept=ENGLISH)
    elsewhere.request.post("/api/session", data={"account": name, "passphrase": passphrase})
    assert elsewhere.request.get("/api/me").ok
    page.reload()
    expect(page.get_by_text("Another browser")).to_have_count(1)
    form = page.locator("form", has=page.get_by_label("New passphrase"))
    form.get_by_label("Present passphrase").fill("not this one")
    form.get_by_label("New passphrase").fill("a better one")
    with page.expect_response("**/api/account/passphrase") as answer:
        form.get_by_role("button").click()
    assert answer.value.status == 401
    expect(page.get_by_role("alert")).to_contain_text("do not fit together")
    visitors.troubles.clear()  # the browser itself notes the 401
    form.get_by_label("Present passphrase").fill(passphrase)
    form.get_by_role("button").click()
    expect(page.get_by_role("status")).to_contain_text("The passphrase is changed")
    expect(page.get_by_text("Another browser")).to_have_count(0)
    assert elsewhere.request.get("/api/me").status == 401
    assert elsewhere.request.post("/api/session", data={"account": name, "passphrase": "a better one"}).ok


def test_a_token_is_shown_once_works_and_is_revoked(visitors: Visitors) -> None:
    page, _, _ = with_account(visitors)
    page.get_by_label("What it is for").fill("Ludo")
    page.get_by_label("It may").select_option("read")
    page.get_by_role("button", name="Make a token").click()
    secret = page.get_by_label("Your new token").input_value()
    program = visitors.arrive("", kept=ENGLISH).request
    key = {"Authorization": f"Bearer {secret}"}
    assert program.get("/api/tables", headers=key).ok
    assert program.post("/api/tables", headers=key, data={}).status == 403
    page.reload()
    expect(page.get_by_label("Your new token")).to_have_count(0)
    page.get_by_role("button", name="Revoke the token Ludo").click()
    expect(page.get_by_role("status")).to_contain_text("worthless")
    assert program.get("/api/tables", headers=key).status == 401


def test_ones_data_is_downloaded_and_then_deleted_for_good(visitors: Visitors) -> None:
    page, name, passphrase = with_account(visitors)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    assert json.loads(download.value.path().read_text())["person"]["account"] == name
    section = page.locator("section", has=page.get_by_role("heading", name="Your data"))
    section.get_by_label("Present passphrase").fill(passphrase)
    section.get_by_role("button", name="Delete me and my data").click()
    expect(page.get_by_role("status")).to_have_text("")  # the box has not been ticked
    section.get_by_role("checkbox").check()
    section.get_by_role("button", name="Delete me and my data").click()
    expect(page.get_by_role("status")).to_contain_text("deleted")
    expect(page.get_by_text("Nothing is stored about you.")).to_be_visible()
    assert page.request.get("/api/me").status == 401
