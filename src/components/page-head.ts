// Of a page and of its skeleton.

/**
 * On phones the intro is below title and action, and the action below the title where they don't fit beside
 * each other. A title gives way by lines, never by broken words, and before it the action's icon.
 */
export const pageHead =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 md:grid md:gap-y-1 md:grid-cols-[minmax(0,1fr)_auto]'
/** As high as a button on phones, so that titles are in the same place with and without one. */
export const pageTitle =
  'min-w-0 flex-[99_1_min-content] text-2xl font-semibold wrap-break-word pointer-coarse:max-md:py-1.75'
export const pageIntro =
  'text-muted-foreground max-md:min-[22.5rem]:-mt-1 max-md:order-last max-md:basis-full md:col-start-1'
/** Below the title it is as wide as the page. */
export const pageAction =
  'flex grow items-center gap-2 max-md:*:grow max-[26rem]:[&_svg]:hidden md:col-start-2 md:row-span-2 md:row-start-1'
/** A long page below, in wide windows beside, the links to its sections. */
export const pageContents =
  'grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[8.5rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-x-12'
