/** What whoever follows an answer listens to. */
export const runTopic = (runId: string): string => `chat-run:${runId}`
/** What whoever makes it listens to. */
export const stopTopic = (runId: string): string => `chat-stop:${runId}`
