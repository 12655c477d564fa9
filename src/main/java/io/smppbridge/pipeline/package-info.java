/**
 * The two slot rings, outbound and inbound, and the one journal thread that serves both: each stage in order, in one place.
 *
 * <p>Doors: {@link io.smppbridge.PlatformDoor} towards the platform, {@link io.smppbridge.pipeline.Outcomes} and
 * {@link io.smppbridge.pipeline.InboundDoor} towards senders and receivers. The journal thread waits for nothing but the disk. What its records
 * look like on the disk is {@code records}.
 *
 * <p>Where what is:
 *
 * <ul>
 *   <li>The whole (put together, and what it is handed): {@code Pipeline}, {@code JournalSide}, {@code World}</li>
 *   <li>The way in, on the threads of callers (checked, routed, cut, a credit taken, published): {@code Intake}, {@code StreamIntake},
 *       {@code Gate}, {@code Admission}, {@code Faults}, {@code LettersHeld}, {@code Admitted}, {@code Rooms}, {@code SendBatch},
 *       {@code SlowAnswers}, {@code Telling}, {@code Unanswered}, {@code OutboundSlot}</li>
 *   <li>What is in force (swapped as a whole by a reload): {@code Lanes}, {@code Lane}, {@code LaneBook}, {@code LaneNumbers},
 *       {@code Ways}, {@code InboundRoutes}, {@code Takers}, {@code Webhooks}, {@code Endpoints}, {@code SubscriberNumbers}</li>
 *   <li>The way in from senders, transports and hand-back: {@code Outcomes}, {@code InboundDoor}, {@code Reports},
 *       {@code InboundSlot}</li>
 *   <li>The journal thread (its turn, its sleep, how others ask something of it): {@code JournalThread}, {@code JournalTurn},
 *       {@code LookAhead}, {@code MessagesAhead}, {@code GroupCommit}, {@code AfterForce}, {@code Doorbell}, {@code Upkeep}, {@code Expiry}, {@code OldSegments}, {@code Heartbeat},
 *       {@code JournalDoor}, {@code LoopDoor}, {@code Inquiries}, {@code ReadingBack}</li>
 *   <li>Stages of a turn (new messages; what became of submissions; deliveries and receipts; what the platform has taken; the end):
 *       {@code OutboundStages}, {@code StreamStage}, {@code OutcomeStages}, {@code DeliveryStages}, {@code MoDecoding}, {@code Repeats},
 *       {@code ConsentStage}, {@code ReceiptStage}, {@code ReceiptSettling}, {@code LateReceipts}, {@code LostAnswers}, {@code Doubt},
 *       {@code Doubts}, {@code ParkedReceipts}, {@code UnmatchedReceipts}, {@code News}, {@code EventStages}, {@code Settlement}</li>
 *   <li>What memory knows (of open messages, ended ones, events, ids and wishes): {@code Books}, {@code Ledger}, {@code Backlog},
 *       {@code BacklogBlock}, {@code LongTable}, {@code Positions}, {@code SegmentUse}, {@code Gist}, {@code PartsAwaited},
 *       {@code Awaiting}, {@code LastAttempts}, {@code Untaken}, {@code AcceptedLately}, {@code Likeness}, {@code Since},
 *       {@code ReceiptBound}, {@code IdSweep}, {@code IdIndexing}, {@code IdTimes}, {@code History}, {@code EventTable}, {@code ClientRefs},
 *       {@code Streams}, {@code Names}, {@code ConsentList}, {@code ConsentCheck}, {@code OwedReplies}</li>
 *   <li>Numbers of the parts of long messages: {@code ConcatNumbers}, {@code NumbersInUse}, {@code AwaitingNumbers}</li>
 *   <li>A start (read back, then settled, then sent): {@code Beginning}, {@code Replay}, {@code ReplayedAccepts}, {@code LaidAside},
 *       {@code ReplayedNumbers}, {@code DueTimes}, {@code Recovery}, {@code BagFilling}, {@code LeftWaiting}</li>
 *   <li>What waits is taken back, changed or moved on: {@code Withdrawals}, {@code Withdrawing}, {@code Deleting}, {@code ColdTasks}, {@code Unreadable}, {@code Amendments},
 *       {@code Joining}, {@code Recasting}, {@code CuttingAnew}, {@code Rerouting}, {@code FailingOver},
 *       {@code FirstReceipts}, {@code BeforeSubmit}, {@code SubmitAsking}</li>
 *   <li>Questions and levers of platforms and operators, and room on the disk: {@code AccountMessages}, {@code MessageViews},
 *       {@code Explaining}, {@code HandedOver}, {@code CarrierDesk}, {@code HeldMessages}, {@code Consents}, {@code Erasing},
 *       {@code Erasures}, {@code Compactor}, {@code WrittenAnew}, {@code EventLog}</li>
 * </ul>
 */
package io.smppbridge.pipeline;
