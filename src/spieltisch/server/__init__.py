"""The table server: lobby, tables, live play over WebSocket, an HTTP API, sign-in and operations."""
