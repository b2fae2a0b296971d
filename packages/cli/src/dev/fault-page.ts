import type { ServerResponse } from 'node:http'

/** An error for Vite's message over a page. Of one that does not compile, the text is all. */
export const overlayOf = ({ name, message, stack = '' }: Error) => ({
  message,
  stack: name === 'CompileError' ? '' : stack,
})

/** Answers a request while the server's modules do not load: with the reason, which a page shows. */
export function answerFault(response: ServerResponse, fault: Error): void {
  const shown = JSON.stringify(overlayOf(fault)).replaceAll('<', '\\u003c')
  response.statusCode = 500
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><meta charset="utf-8"><title>Error</title><body><script type="module">
import { ErrorOverlay } from '/@vite/client'
document.body.append(new ErrorOverlay(${shown}))
</script>`)
}
