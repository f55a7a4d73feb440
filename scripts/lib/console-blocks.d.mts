import type { runCommand } from '../../packages/cli/src/main.ts'

export function documents(): string[]
export function readDocument(name: string): string
export function sampleConf(run: typeof runCommand): Promise<string>
export function withOutputs(text: string, run: typeof runCommand): Promise<string>
