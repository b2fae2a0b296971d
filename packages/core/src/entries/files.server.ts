// Keeping and serving files.
export { checkSize, contentOf, headOf } from '#/storage/check-file.server.ts'
export { file } from '#/storage/file.table.server.ts'
export { STORED_IMAGE_TYPE, imageRule, readImage } from '#/storage/image.server.ts'
export { installation } from '#/storage/installation.table.server.ts'
export { deleteBytes, keepFile } from '#/storage/keep-file.server.ts'
export { imageAnswer, serveFile } from '#/storage/serve-file.server.ts'
export type { Storage, StoredFile } from '#/storage/storage.server.ts'
export { type FileOwner, ownFiles } from '#/storage/sweep-files.server.ts'
