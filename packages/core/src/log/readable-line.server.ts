import { stripVTControlCharacters, styleText } from 'node:util'

type LoggedCause = { type: string; message: string; stack?: readonly string[]; cause?: unknown }

const styles = { warn: 'yellow', error: 'red', fatal: 'red' } as const

/**
 * A line of the log as people read it in a terminal: time, level and text, then the fields, then the error
 * with its places. What has come from outside can't move the cursor or hide a line.
 */
export function readableLine(json: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as Partial<Record<string, unknown>>
  const clock = new Date(String(time)).toLocaleTimeString('en-GB')
  const named = Object.entries(fields).map(([name, value]) => `${name}=${written(value)}`)
  const style = Object.entries(styles).find(([name]) => name === level)?.[1]
  const label = String(level).toUpperCase().padEnd(5)
  const head = [clock, style ? styleText(style, label) : label, plain(String(msg))].join(' ')
  const facts = named.length === 0 ? '' : ` ${styleText('dim', plain(named.join(' ')))}`
  return [head + facts, ...describe(err)].join('\n') + '\n'
}

const written = (value: unknown) =>
  typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value)

function describe(error: unknown): string[] {
  if (typeof error === 'string') return [indented(error)]
  if (typeof error !== 'object' || error === null) return []
  const { type, message, stack = [], cause } = error as LoggedCause
  const inCause = describe(cause)
  const own = stack.filter((place) => !/node_modules|node:/.test(place))
  const shown = (own.length > 0 ? own : stack).map((place) => place.replace(`${process.cwd()}/`, ''))
  const places = shown.map((place) => styleText('dim', `    ${plain(place)}`))
  return [
    indented(`${type}: ${message}`),
    ...places,
    ...(inCause.length > 0 ? ['  caused by', ...inCause] : []),
  ]
}

const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `  ${plain(line)}`)
    .join('\n')

const plain = (text: string) => stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, ' ')
