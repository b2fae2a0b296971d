// Calling the server from a page, and sending files.
export {
  PAGE_OUTDATED,
  SESSION_OVER,
  WRITE_DONE,
  pageFetch,
  setPageOwner,
  writeFor,
} from '#/auth/page-fetch.ts'
export { reachServer } from '#/http/reach-server.ts'
export { responseError } from '#/http/response-error.ts'
export { useChoices } from '#/references/use-choices.ts'
export { type Notices, createBrowserClient } from '#/trpc/client.ts'
export { isMissing, stateOf } from '#/trpc/failure.ts'
export { loadBrowserClient } from '#/trpc/load-client.ts'
export { leaveLongList } from '#/trpc/long-list.ts'
export { loadOptional, loadParts, optional } from '#/trpc/optional-query.ts'
export {
  type RouterOutput,
  type Trpc,
  type TrpcClient,
  TrpcProvider,
  useTRPC,
  useTRPCClient,
} from '#/trpc/react.ts'
export { useLiveChanges } from '#/trpc/use-live-changes.ts'
export { useUploads } from '#/attachments/use-uploads.ts'
export { fileNameOf } from '#/storage/file-name.ts'
export { formWithFile } from '#/storage/form-with-file.ts'
export { IMAGE_CONTENT_TYPES } from '#/storage/image-limits.ts'
export { type OneFile, oneFile } from '#/storage/one-file.ts'
export { prepareImage } from '#/storage/prepare-image.ts'
export { sizeProblem } from '#/storage/size-problem.ts'
export { sendFile } from '#/trpc/send-file.ts'
