import { SHARED_PRODUCT, startProduct } from './product.ts';

/** Starts the product that the tests of all workers share; Playwright calls what it answers at the end. */
export default async function startSharedProduct(): Promise<() => Promise<void>> {
  const { stop, ...product } = await startProduct();
  process.env[SHARED_PRODUCT] = JSON.stringify(product);
  return stop;
}
