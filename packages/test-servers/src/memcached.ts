import { ask } from './ask.ts'
import { partsOf } from './programs.ts'
import { serve, type Place, type Recipe } from './recipe.ts'
import type { TestServer } from './server.ts'

/** A memcached of 32 MB. Stopping it loses all that it knows, as it does. */
export function startMemcached(): Promise<TestServer> {
  return serve(memcachedRecipe)
}

function command({ port }: Place): string[] {
  return [partsOf('memcached')('memcached'), '-l', '127.0.0.1', '-p', `${port}`, '-U', '0', '-m', '32']
}

async function answers({ port }: Place, pid: number): Promise<boolean> {
  const stats = await ask({ host: '127.0.0.1', port }, 'stats\r\n', (answer) => answer.includes('END\r\n'))
  return stats.includes(`STAT pid ${pid}\r\n`)
}

/** It keeps nothing that a farewell could save, and needs a second to hear SIGTERM. */
export const memcachedRecipe: Recipe = { kind: 'memcached', command, answers, stopSignal: 'SIGKILL' }
