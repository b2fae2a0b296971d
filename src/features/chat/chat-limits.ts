export const MESSAGE_MAX_LENGTH = 8_000
export const THREAD_TITLE_MAX_LENGTH = 120
export const MESSAGES_PER_THREAD = 200
/** Maximum characters of one answer; a longer one is cut off. */
export const ANSWER_MAX_LENGTH = 60_000
/** Maximum size of one answer as JSON, with what its tools return. */
export const ANSWER_MAX_BYTES = 800_000
export const APPROVAL_MINUTES = 15
/**
 * Maximum size of the messages in one response as JSON; a larger message is alone in it. A page has them
 * twice, as data and as text: up to eight bytes for each `<`.
 */
export const MESSAGES_MAX_BYTES = 100_000
