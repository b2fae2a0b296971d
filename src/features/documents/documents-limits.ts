/** What an uploaded document may be; the form says so before the server has to. */
export const DOCUMENT_MAX_BYTES = 20 * 1024 * 1024
export const DOCUMENT_MAX_PAGES = 2000
