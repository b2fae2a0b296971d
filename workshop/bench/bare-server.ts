// bare-server.ts URL...: fetches each page once, then serves the same bytes and headers from memory with
// plain node:http, as an upper bound for any server. Prints its port.
import { createServer } from 'node:http'

type Page = { body: Buffer; headers: Record<string, string> }

const pages = new Map<string, Page>()
for (const url of process.argv.slice(2)) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const headers = Object.fromEntries(
    [...response.headers].filter(
      ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
    ),
  )
  pages.set(new URL(url).pathname, { body: Buffer.from(await response.arrayBuffer()), headers })
}

const server = createServer((request, response) => {
  const page = pages.get(request.url ?? '')
  response.writeHead(page ? 200 : 404, page?.headers).end(page?.body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(address && typeof address === 'object' ? address.port : '')
})
process.on('SIGTERM', () => process.exit(0))
