// Loads everything that puts features together. Each throws where two features bring the same.
import.meta.glob(['/src/app/registry/**/*.ts', '!**/*.{test,d}.ts'], { eager: true })
