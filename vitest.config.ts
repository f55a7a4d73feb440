import { defineConfig } from 'vitest/config'

const conditions = ['@nova-sched/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'bench/test/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
  },
})
