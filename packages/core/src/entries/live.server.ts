// Announcements, streams, downloads.
export { type CsvCell, type CsvPages, csvDownload } from '#/realtime/csv-download.server.ts'
export { type Download, download, onlyOne } from '#/realtime/download.server.ts'
export { type Live, announce, workspaceTopic } from '#/realtime/live.server.ts'
export {
  type Stream,
  followTopic,
  openStream,
  streamBody,
  watchAccess,
  withStream,
} from '#/realtime/stream.server.ts'
