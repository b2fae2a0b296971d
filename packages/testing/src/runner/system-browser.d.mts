export function systemBrowser(): string | undefined
export function browserOptions(): { executablePath: string | undefined; args: string[] }
