/**
 * Loads a module on demand. Keeps it, because importing even a loaded module costs time, which the server
 * would spend for every page.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> | Module {
  let loaded: Module | undefined
  return () => loaded ?? load().then((module) => (loaded = module))
}
