"use client";

import { createContext, type ReactNode, useContext } from "react";

const ReviewContext = createContext<(waitId: string) => void>(() => undefined);

interface ReviewProviderProps {
  readonly review: (waitId: string) => void;
  readonly children: ReactNode;
}

/** Says how a question is opened for answering. */
export function ReviewProvider({ review, children }: ReviewProviderProps) {
  return <ReviewContext value={review}>{children}</ReviewContext>;
}

/** Opens the form of a question that waits. */
export function useReview(): (waitId: string) => void {
  return useContext(ReviewContext);
}
