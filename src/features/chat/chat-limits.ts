/** The three pages: general tools by TanStack AI, the same by the AI SDK, and answers from documents. */
export const chatPages = ['general', 'vercel', 'rag'] as const
export type ChatPage = (typeof chatPages)[number]

export const QUESTION_MAX_LENGTH = 8_000
export const THREAD_TITLE_MAX_LENGTH = 120
export const MESSAGES_PER_THREAD = 200
/** Characters of one answer; a model that writes on is cut off. */
export const ANSWER_MAX_LENGTH = 60_000
export const APPROVAL_MINUTES = 15
