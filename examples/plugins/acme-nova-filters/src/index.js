// What the package exports is what nova.conf may enable by name.
export { MaintenanceFilter } from './maintenance-filter.js'
export { ProjectSpreadFilter } from './project-spread-filter.js'
