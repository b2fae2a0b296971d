export function memorySettings(env: NodeJS.ProcessEnv): Record<string, string>
