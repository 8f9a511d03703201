"""The server: games that are safe, fair and live, over HTTP and WebSocket. Knows no rules."""
