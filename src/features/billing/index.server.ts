export { receiveEvent } from './server/receive-event.server.ts'
