/** The entities of all features. Import them from their feature's file; this one goes. */
export * from './index.ts'
