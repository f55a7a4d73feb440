import { defineFilter } from '@nova-sched/core/plugin'

/** Passes every host, and notes how often it was asked. */
const counting = (name, oncePerRequest) =>
  defineFilter({
    name,
    oncePerRequest,
    volatile: true,
    create() {
      let calls = 0
      return {
        prepare: () => () => {
          calls += 1
          return true
        },
        notes: () => [`${name} was asked ${calls} times`],
      }
    },
  })

export const Once = counting('Once', true)
export const Always = counting('Always', false)
