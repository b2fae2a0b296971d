import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { exit } from '../exit.ts'
import { Refusal } from '../welcome.ts'

const MIN_LENGTH = 12

/** Asks for a passphrase without showing it; a new one twice. Throws Refusal without a terminal. */
export async function askPassphrase(kind: 'new' | 'known'): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Refusal('Nobody is here to type a passphrase. Set BACKUP_PASSPHRASE to it.')
  const passphrase = await askHidden('Passphrase: ')
  if (kind === 'known') return passphrase
  if (passphrase.length < MIN_LENGTH)
    throw new Refusal(`A passphrase has at least ${MIN_LENGTH} characters. Nothing was written.`)
  if ((await askHidden('Again: ')) !== passphrase) throw new Refusal('These differ. Nothing was written.')
  return passphrase
}

/** Asks in the terminal without showing the answer. */
export async function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: hidden, terminal: true })
  const interrupted = once(prompt, 'SIGINT').then(() => exit(130))
  try {
    return await Promise.race([prompt.question(''), interrupted])
  } finally {
    prompt.close()
    process.stdout.write('\n')
  }
}
