import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { IsolatedHostsFilter } from '../src/isolated-hosts-filter.ts'

const restricted = { isolated_images: ['i1', 'i2'], isolated_hosts: ['h1'] }
const open = { ...restricted, restrict_isolated_hosts_to_isolated_images: false }
const [onH1, onH2] = [{ host: { host: 'h1' } }, { host: { host: 'h2' } }]
const [isolated, common] = [{ request: { imageRef: 'i1' } }, { request: { imageRef: 'i9' } }]

describe('IsolatedHostsFilter', () => {
  const cases = filterCases(IsolatedHostsFilter, {
    passes: [
      { name: 'everything when nothing is isolated' },
      { name: 'an isolated image on an isolated host', conf: restricted, ...onH1, ...isolated },
      { name: 'a common image on a common host', conf: restricted, ...onH2, ...common },
      { name: 'no image (a volume) on a common host', conf: restricted, ...onH2, request: { imageRef: null } },
      { name: 'an isolated image on an isolated host that is open', conf: open, ...onH1, ...isolated },
      { name: 'a common image on an isolated host that is open', conf: open, ...onH1, ...common },
      { name: 'a common image on a common host beside open ones', conf: open, ...onH2, ...common },
      { name: 'a common host when no image is isolated', conf: { isolated_hosts: ['h1'] }, ...onH2 },
      { name: 'an open host when no image is isolated', conf: { ...open, isolated_images: [] }, ...onH1 },
      { name: 'other letter case of a host', conf: restricted, host: { host: 'H1' }, ...common },
    ],
    rejects: [
      {
        name: 'a common image on an isolated host',
        conf: restricted,
        ...onH1,
        ...common,
        reason: 'host_isolated',
        details: { image: 'i9' },
        message: 'kept for isolated images; the image is i9',
        changes: [
          { kind: 'option', option: 'isolated_hosts', value: [] },
          { kind: 'option', option: 'isolated_images', value: ['i1', 'i2', 'i9'] },
          { kind: 'option', option: 'restrict_isolated_hosts_to_isolated_images', value: false },
        ],
      },
      {
        name: 'no image on an isolated host',
        conf: restricted,
        ...onH1,
        request: { imageRef: '' },
        reason: 'host_isolated',
        details: { image: 'none' },
        changes: [
          { kind: 'option', option: 'isolated_hosts', value: [] },
          { kind: 'option', option: 'restrict_isolated_hosts_to_isolated_images', value: false },
        ],
      },
      {
        name: 'an isolated host when no image is isolated',
        conf: { isolated_hosts: ['h1'] },
        ...onH1,
        ...isolated,
        reason: 'host_isolated',
      },
      {
        name: 'an isolated image on a common host',
        conf: restricted,
        ...onH2,
        ...isolated,
        reason: 'host_not_isolated',
        details: { image: 'i1' },
        message: 'not isolated; the image i1 may run on isolated hosts only',
        changes: [
          { kind: 'option', option: 'isolated_hosts', value: ['h1', 'h2'] },
          { kind: 'option', option: 'isolated_images', value: ['i2'] },
        ],
      },
      {
        name: 'an isolated image on a common host beside open ones',
        conf: open,
        ...onH2,
        ...isolated,
        reason: 'host_not_isolated',
      },
      {
        name: 'an isolated image where no host is',
        conf: { isolated_images: ['i1'] },
        ...onH1,
        ...isolated,
        reason: 'host_not_isolated',
      },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
