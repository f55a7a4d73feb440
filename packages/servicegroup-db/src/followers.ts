import type { Liveness, LivenessListener, Service, ServiceStore, Timer } from '@nova-sched/core/plugin'

/** What followers are told by. */
export interface FollowersParts {
  readonly store: ServiceStore
  readonly timer: Timer
  /** Seconds between two looks; 0: a default. */
  readonly interval: number
  readonly judge: (services: readonly Service[], group: string) => Liveness
}

interface Follower {
  readonly group: string
  readonly listener: LivenessListener
  /** What it was told last, in short; null: that nothing is known. */
  told: string | null | undefined
}

/** Seconds between two looks where no heartbeat is ever sent. */
const DEFAULT_INTERVAL = 10

/** Looks at the table every so often, once for all who follow, and tells each of them what is new in its group. */
export function makeFollowers({ store, timer, interval, judge }: FollowersParts): {
  readonly watch: (group: string, listener: LivenessListener) => () => void
  readonly close: () => void
} {
  const followers = new Set<Follower>()
  const milliseconds = (interval > 0 ? interval : DEFAULT_INTERVAL) * 1000
  let forget = (): void => {}
  let isLooking = false
  let isWantedAgain = false

  const look = async (): Promise<void> => {
    isLooking = true
    forget()
    const [group, ...others] = new Set([...followers].map((follower) => follower.group))
    const question = group === undefined || others.length > 0 ? {} : { topic: group }
    const services = await store.list(question).catch(() => null)
    isLooking = false
    if (isWantedAgain) return lookSoon()
    if (followers.size > 0) forget = timer.after(milliseconds, () => void look())
    for (const follower of followers) tell(follower, services, judge)
  }
  const lookSoon = (): void => {
    isWantedAgain = isLooking
    if (!isLooking) void look()
  }

  return {
    watch(group, listener) {
      const follower: Follower = { group, listener, told: undefined }
      followers.add(follower)
      lookSoon()
      return () => {
        followers.delete(follower)
        if (followers.size === 0) forget()
      }
    },
    close() {
      followers.clear()
      forget()
    },
  }
}

function tell(follower: Follower, services: readonly Service[] | null, judge: FollowersParts['judge']): void {
  const { group, listener, told } = follower
  const ofGroup = services?.filter(({ topic }) => topic === group)
  const liveness = ofGroup === undefined ? null : judge(ofGroup, group)
  follower.told = liveness === null ? null : inShort(ofGroup ?? [], liveness)
  if (follower.told !== told) listener(liveness)
}

/** A heartbeat changes it too: who follows must know how long a state holds. */
function inShort(services: readonly Service[], { of, members }: Liveness): string {
  const states = services.map(({ host }) => [host, of(host).state, of(host).validUntil])
  return JSON.stringify([states, members])
}
