/** Placeholders for the names in a translated sentence; no text contains these characters. */
const places = { name: '\uE000', subject: '\uE001', object: '\uE002' } as const
export type Place = keyof typeof places

/** Splits a translated sentence into text and names, so that each name can be marked up. */
export function splitSentence(translate: (params: Record<Place, string>) => string) {
  return translate(places)
    .split(/([\uE000-\uE002])/)
    .filter(Boolean)
    .map((part) => ({
      place: (Object.keys(places) as Place[]).find((place) => places[place] === part),
      text: part,
    }))
}
