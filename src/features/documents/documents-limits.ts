/** The limits of uploaded documents, checked by the form and by the server. */
export const DOCUMENT_MAX_BYTES = 20 * 1024 * 1024
export const DOCUMENT_MAX_PAGES = 2000
