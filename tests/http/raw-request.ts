import { connect } from 'node:net'

type RawAnswer = { status: number; head: string; body: string; isClosed: boolean }

/**
 * Sends bytes as they are and answers what came back until the server closed, or until `waitMs` has passed.
 */
export function sendRaw(port: number, bytes: string, waitMs = 2_000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const finish = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      const [head = '', ...rest] = received.split('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head,
        body: rest.join('\r\n\r\n'),
        isClosed,
      })
    }
    const timer = setTimeout(() => finish(false), waitMs)
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('close', () => finish(true))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? finish(true) : reject(error),
    )
    socket.write(bytes, 'latin1')
  })
}

/** One GET with exactly this request target and these header lines; the connection is closed after it. */
export function getRaw(
  port: number,
  target: string,
  headerLines: readonly string[] = [`Host: localhost:${port}`],
): Promise<RawAnswer> {
  return sendRaw(port, [`GET ${target} HTTP/1.1`, ...headerLines, 'Connection: close', '', ''].join('\r\n'))
}
