export { excerptOf } from './server/excerpt-of.server.ts'
export { posts } from './server/posts.table.server.ts'
