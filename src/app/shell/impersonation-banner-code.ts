// A file of its own, because a dynamic import of the feature's index would put all its exports into the
// entry.
export { ImpersonationBanner as default } from '#/features/administration/index.ts'
