export function documents(): string[]
export function readDocument(name: string): string
export function followDocument(name: string, text?: string): Promise<{ text: string; problems: readonly string[] }>
export function sampleConf(): string
