import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = { recipients: string[]; mail: Email }

/** How the server misbehaves; can be changed while it runs. */
export type SmtpBehaviour = {
  /** Ends every connection at once. Its port stays its own, unlike that of a closed server. */
  isDown?: boolean
  /** Reply to RCPT TO, such as 550 or 451. */
  recipientCode?: number
  /** Reply to the message, such as 554. */
  messageCode?: number
  /** Reply to the sender. */
  senderCode?: number
  /** Waits this long before it accepts the message. */
  delayMs?: number
  /** Accepts the message and closes the connection instead of replying, for this many mails. */
  cutAfterData?: number
}

export type TestSmtpServer = {
  url: string
  received: ReceivedMail[]
  /** Messages that were received in full, acknowledged or not. */
  seen: ReceivedMail[]
  behaviour: SmtpBehaviour
  close(): Promise<void>
}

/** An SMTP server on a free loopback port that can misbehave. `offersTls` uses an untrusted certificate. */
export async function startSmtpServer({ offersTls = false } = {}): Promise<TestSmtpServer> {
  const behaviour: SmtpBehaviour = {}
  const received: ReceivedMail[] = []
  const seen: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: offersTls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 200,
    onMailFrom: (_address, _session, done) => done(refusal(behaviour.senderCode)),
    onRcptTo: (_address, _session, done) => done(refusal(behaviour.recipientCode)),
    onData(stream, session, done) {
      const whole = take(stream, session).catch(() => undefined)
      void whole.then((entry) => {
        // The client disconnected in the middle.
        if (!entry) return
        seen.push(entry)
        if (behaviour.cutAfterData) {
          behaviour.cutAfterData--
          for (const connection of server.connections)
            if (connection.id === session.id) connection._socket.destroy()
          return
        }
        setTimeout(() => {
          const refused = refusal(behaviour.messageCode)
          if (!refused) received.push(entry)
          done(refused)
        }, behaviour.delayMs ?? 0)
      })
    },
  })
  server.server.on('connection', (socket) => behaviour.isDown && socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve())
  })
  // From now on they are errors of connections.
  server.on('error', () => {})
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    seen,
    behaviour,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<ReceivedMail> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return {
    recipients: session.envelope.rcptTo.map(({ address }) => address),
    mail: await PostalMime.parse(Buffer.concat(chunks)),
  }
}

function refusal(code: number | undefined): Error | null {
  return code === undefined ? null : Object.assign(new Error('Refused by the test'), { responseCode: code })
}
