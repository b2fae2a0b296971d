/** The path of the server of the Model Context Protocol. */
export const MCP_PATH = '/api/mcp'

/** The path of the document from which its clients learn who issues tokens for it (RFC 9728). */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`
