export { sendPostImage } from './server/post-images.server.ts'
