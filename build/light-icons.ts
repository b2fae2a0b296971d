import type { Plugin } from 'vite'

/**
 * Makes lucide-react's icons with `src/components/create-icon.tsx`. Components import them as usual. Depends
 * on a path inside the package: when it moves, the build warns and pages get slower and heavier.
 */
export function lightIcons(): Plugin {
  let isFound = false
  return {
    name: 'plinth:light-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: /\/createLucideIcon\.mjs$/ },
      handler(_source, importer) {
        isFound = true
        return this.resolve('#/components/create-icon.tsx', importer)
      },
    },
    buildEnd(error) {
      if (!error && !isFound) this.warn('lightIcons no longer matches lucide-react: icons cost twice as much')
    },
  }
}
