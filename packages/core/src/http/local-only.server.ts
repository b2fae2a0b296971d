import { currentRequest } from '#/log/request-scope.server.ts'
import { hostNameOf, isLoopbackHost } from '#/lib/loopback.ts'

// Headers that proxies and tunnels add.
const forwardingHeader =
  /^(via|forwarded|x-forwarded|x-forwarded-.+|(x-)?(real|client|original|cluster-client)-ip|(true|cf|fastly)-.*ip)$/

/**
 * Whether a request comes from this machine to a server in local mode: the socket's peer and the Host are
 * loopback, and no proxy has forwarded it. Features of local mode check this for every request.
 */
export function isLocalRequest(headers: Headers, isLocalMode: boolean): boolean {
  const socketAddress = currentRequest()?.socketAddress
  return (
    isLocalMode &&
    socketAddress !== undefined &&
    isLoopbackHost(socketAddress) &&
    isLoopbackHost(hostNameOf(headers.get('host'))) &&
    ![...headers.keys()].some((name) => forwardingHeader.test(name))
  )
}
