import { currentRequest } from '#/core/log/request-scope.server.ts'
import { hostNameOf, isLoopbackHost } from '#/lib/loopback.ts'

// What proxies and tunnels add to a request they pass on.
const forwardingHeader =
  /^(via|forwarded|x-forwarded|x-forwarded-.+|(x-)?(real|client|original|cluster-client)-ip|(true|cf|fastly)-.*ip)$/

/**
 * True for a request from this very machine to a server in local mode: the socket's peer and the Host are
 * loopback, and no proxy says that it passes on somebody else's. What is open in local mode only asks this
 * for every request.
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
