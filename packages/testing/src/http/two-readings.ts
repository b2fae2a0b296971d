import { expect } from 'vitest'
import type { HttpClient } from '../http-client.ts'
import type { AppUnderTest } from './open-app.ts'
import { sendRaw } from './raw-request.ts'

export type Reading = { status: number; code: string | undefined; body: string }

/** Sends one request with exactly this Cookie header. */
export async function requestWith(
  app: AppUnderTest,
  cookie: string,
  { path, body }: { path: string; body?: unknown },
): Promise<Reading> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    `Host: localhost:${app.port}`,
    `Origin: ${app.url}`,
    `Cookie: ${cookie}`,
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
    'Connection: close',
  ]
  const answer = await sendRaw(app.port, `${lines.join('\r\n')}\r\n\r\n${text}`)
  return { status: answer.status, code: /"code":"([^"]*)"/.exec(answer.body)?.[1], body: answer.body }
}

export function cookieOf(client: HttpClient, part: string): { name: string; value: string } {
  const [, name = '', value = ''] = new RegExp(`(?:^|; )([^=;]*${part})=([^;]*)`).exec(client.cookie()) ?? []
  expect(name, client.cookie()).not.toBe('')
  return { name, value }
}

/**
 * Cookies of one kind from two clients in one header, in every form that two parsers may read differently.
 */
export function twoReadings(part: string, one: HttpClient, other: HttpClient): string[] {
  const { name, value: a } = cookieOf(one, part)
  const { value: b } = cookieOf(other, part)
  const paddings = [
    `${name} =${a}`,
    `${name}\t=${a}`,
    `${name}=${a}`,
    ` ${name}=${a}`,
    `${name}\u00a0=${a}`,
    `\u00a0${name}=${a}`,
  ]
  const twoLines = `${name}=${a}\r\nCookie: ${name}=${b}`
  const pairs = paddings.flatMap((padded) => [
    `${padded}; ${name}=${b}`,
    `${name}=${b}; ${padded}`,
    `${name}=${b};${padded}`,
    `x=1;\t${padded}; ${name}=${b}`,
  ])
  return [...pairs, twoLines]
}

/** The answer to an ambiguous Cookie header. */
export const ambiguous = { status: 400, code: 'errors:repeatedCookie' }
