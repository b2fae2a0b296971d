import { FastResponse } from 'srvx'

const pages = new WeakMap<Response, string>()

/** A page that is one finished string. It is kept beside its response, so that it is encoded once, when it goes to the socket. */
export function finishedPage(html: string, init: ResponseInit): Response {
  const response = new FastResponse(html, init)
  pages.set(response, html)
  return response
}

/** The string of a response `finishedPage` has made; undefined for any other. */
export const htmlOf = (response: Response): string | undefined => pages.get(response)
