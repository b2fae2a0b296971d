import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerRequest } from 'srvx'

/** Node's request and response behind a request of the server; undefined in development. */
export const nodeOf = (request: Request) =>
  (request as ServerRequest).runtime?.node as { req: IncomingMessage; res: ServerResponse } | undefined
