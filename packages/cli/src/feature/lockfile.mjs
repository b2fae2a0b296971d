// Plain JavaScript, as leave-packages.mjs.

const isAsked = ({ dependencies, devDependencies }, name) =>
  dependencies?.[name] !== undefined || devDependencies?.[name] !== undefined

/**
 * The entries of a lockfile that the project and its workspaces need, by their places: what only tests of
 * packages needed is no part of it.
 */
export function neededOf(all) {
  const isWorkspace = (place) => place !== '' && !place.includes('node_modules/')
  const needed = new Set(['', ...Object.keys(all).filter(isWorkspace)])
  // Goes on with what is added meanwhile.
  for (const place of needed) {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      all[place]
    for (const name of Object.keys({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      if (peerDependenciesMeta?.[name]?.optional && !isAsked(all[''], name)) continue
      const found = placesAbove(place).find((above) => all[`${above}node_modules/${name}`])
      if (found !== undefined) needed.add(`${found}node_modules/${name}`)
    }
  }
  const order = (one, other) => (one < other ? -1 : 1)
  return Object.fromEntries([...needed].toSorted(order).map((place) => [place, all[place]]))
}

/** 'node_modules/a/node_modules/b' -> itself, 'node_modules/a', and the top, each as a prefix. */
function placesAbove(place) {
  const parts = place === '' ? [] : place.split(/\/(?=node_modules\/)/)
  return [...parts.keys(), parts.length]
    .map((count) => parts.slice(0, count).join('/'))
    .map((above) => (above === '' ? '' : `${above}/`))
    .toReversed()
}
