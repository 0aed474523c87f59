"""The protocol: JSON-RPC 2.0, one message a line. docs/protocol.md tells it; `tmb.protocol.methods` is its one list."""
