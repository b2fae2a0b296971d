import { connect } from 'node:net'

type RawAnswer = { status: number; head: string; body: string; isClosed: boolean }

// Timeout for a server that does not close the connection.
const CLOSES_WITHIN_MS = 60_000

/**
 * Sends the bytes as they are. Returns what was received until the server closed the connection or, with
 * `answered`, until the response was complete.
 */
export function sendRaw(
  port: number,
  bytes: string,
  until: 'closed' | 'answered' = 'closed',
): Promise<RawAnswer> {
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
    const timer = setTimeout(() => finish(false), CLOSES_WITHIN_MS)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (until === 'answered' && isWhole(received)) finish(false)
    })
    socket.on('close', () => finish(true))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? finish(true) : reject(error),
    )
    socket.write(bytes, 'latin1')
  })
}

function isWhole(answer: string): boolean {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  if (/^transfer-encoding: chunked$/im.test(head)) return answer.endsWith('\r\n0\r\n\r\n')
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  return length !== undefined && rest.join('\r\n\r\n').length >= Number(length)
}

/** Sends one GET with exactly this target and these header lines, plus `Connection: close`. */
export function getRaw(
  port: number,
  target: string,
  headerLines: readonly string[] = [`Host: localhost:${port}`],
): Promise<RawAnswer> {
  return sendRaw(port, [`GET ${target} HTTP/1.1`, ...headerLines, 'Connection: close', '', ''].join('\r\n'))
}
