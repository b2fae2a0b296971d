type ChatEndpoints = typeof import('./chat-endpoints.server.ts')

/** A chat handler, whose models, tools and Markdown are loaded with the first chat request. */
export function fromChat<Context>(choose: (chat: ChatEndpoints) => (context: Context) => Promise<Response>) {
  return async (context: Context): Promise<Response> =>
    choose(await import('./chat-endpoints.server.ts'))(context)
}
