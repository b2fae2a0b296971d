export {
  downloadThread,
  resumeStream,
  sendToChat,
  sendToTemporaryChat,
  stopStream,
} from './server/chat-endpoints.server.ts'
