export type ApiRequest = { method: string; url: string; body: string | null }

/** The request as a command. The key is read from a variable, so that no history holds it. */
export function curlOf({ method, url, body }: ApiRequest): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url.replaceAll("'", '%27')}'`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(body === null
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${body.replaceAll("'", "'\\''")}'`]),
  ]
  return lines.join(' \\\n  ')
}

/** The request in TypeScript, for any runtime with `fetch`. */
export function typescriptOf({ method, url, body }: ApiRequest): string {
  const headers = ['authorization: `Bearer ${process.env.API_KEY}`']
  if (body !== null) headers.push(`'content-type': 'application/json'`)
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { ${headers.join(', ')} },`,
    ...(body === null ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    'const result = await response.json()',
  ].join('\n')
}
