/** Only what the tests use; the package has no types of its own. */
declare module 'mailparser' {
  type AddressList = { value: { address?: string; name: string }[]; text: string }
  export type ParsedMail = {
    headers: Map<string, unknown>
    headerLines: readonly { key: string; line: string }[]
    subject?: string
    messageId?: string
    date?: Date
    from?: AddressList
    to?: AddressList
    cc?: AddressList
    bcc?: AddressList
    text?: string
    html: string | false
  }
  export function simpleParser(source: Buffer | string): Promise<ParsedMail>
}
