//! The tables as diesel sees them; the same on both databases.

diesel::table! {
    people (id) {
        id -> BigInt,
        handle -> Text,
        name -> Text,
        created_at -> Timestamp,
        version -> BigInt,
    }
}

diesel::table! {
    memberships (id) {
        id -> BigInt,
        person_id -> BigInt,
        joined_at -> Timestamp,
        removed_at -> Nullable<Timestamp>,
        removed_by -> Nullable<BigInt>,
        removal_reason -> Nullable<Text>,
        removal_act -> Nullable<Text>,
    }
}

diesel::table! {
    removal_requests (id) {
        id -> BigInt,
        person_id -> BigInt,
        reason -> Text,
        requested_at -> Timestamp,
        due_at -> Timestamp,
        withdrawn_at -> Nullable<Timestamp>,
        granted_at -> Nullable<Timestamp>,
        waits -> Bool,
    }
}

diesel::table! {
    notes (id) {
        id -> BigInt,
        person_id -> BigInt,
        created_by -> BigInt,
        text -> Text,
        created_at -> Timestamp,
        ends_at -> Nullable<Timestamp>,
        withdrawn_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    accounts (person_id) {
        person_id -> BigInt,
        email -> Nullable<Text>,
        password_hash -> Text,
        generation -> BigInt,
        totp_secret -> Nullable<Binary>,
        totp_confirmed_at -> Nullable<Timestamp>,
        totp_last_step -> BigInt,
        must_change_password -> Bool,
        created_at -> Timestamp,
        language -> Text,
        powers_rest_since -> Nullable<Timestamp>,
        powers_rested_by -> Nullable<BigInt>,
    }
}

diesel::table! {
    roles (id) {
        id -> BigInt,
        person_id -> BigInt,
        role -> Text,
        given_by -> Nullable<BigInt>,
        given_at -> Timestamp,
        given_reason -> Text,
        ends_at -> Nullable<Timestamp>,
        taken_by -> Nullable<BigInt>,
        taken_at -> Nullable<Timestamp>,
        taken_reason -> Nullable<Text>,
    }
}

diesel::table! {
    sign_ins (id) {
        id -> BigInt,
        person_id -> BigInt,
        generation -> BigInt,
        family -> Binary,
        refresh -> Binary,
        previous -> Nullable<Binary>,
        refreshed_at -> Timestamp,
        device -> Binary,
        address -> Text,
        started_at -> Timestamp,
        expires_at -> Timestamp,
        ended_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    invitations (id) {
        id -> BigInt,
        hash -> Binary,
        kind -> Text,
        person_id -> Nullable<BigInt>,
        uses_left -> BigInt,
        created_by -> Nullable<BigInt>,
        created_at -> Timestamp,
        expires_at -> Timestamp,
        lifts_authenticator -> Bool,
    }
}

diesel::table! {
    claims (id) {
        id -> BigInt,
        person_id -> BigInt,
        email -> Nullable<Text>,
        password_hash -> Text,
        joins_leaderboard -> Bool,
        made_at -> Timestamp,
        name -> Nullable<Text>,
    }
}

diesel::table! {
    club (id) {
        id -> BigInt,
        name -> Text,
        place -> Text,
        accent -> Nullable<Text>,
        crest -> Nullable<Binary>,
    }
}

diesel::table! {
    signing_keys (id) {
        id -> BigInt,
        secret -> Binary,
        created_at -> Timestamp,
        retired_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    sign_in_failures (subject) {
        subject -> Text,
        failures -> BigInt,
        last_at -> Timestamp,
        blocked_until -> Nullable<Timestamp>,
    }
}

diesel::table! {
    security_log (id) {
        id -> BigInt,
        event -> Text,
        person_id -> Nullable<BigInt>,
        done_by -> Nullable<BigInt>,
        address -> Text,
        detail -> Text,
        times -> BigInt,
        first_at -> Timestamp,
        last_at -> Timestamp,
    }
}

diesel::table! {
    house_rules (version) {
        version -> BigInt,
        published_at -> Timestamp,
        published_by -> Nullable<BigInt>,
        note -> Text,
        rules -> Text,
        terms -> Nullable<Text>,
    }
}

diesel::table! {
    sessions (id) {
        id -> BigInt,
        starts_at -> Timestamp,
        ends_at -> Timestamp,
        room -> Text,
        extra -> Bool,
        cancelled_at -> Nullable<Timestamp>,
        cancelled_by -> Nullable<BigInt>,
        cancel_reason -> Nullable<Text>,
        settled_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    attendance (id) {
        id -> BigInt,
        session_id -> BigInt,
        person_id -> BigInt,
        arrived_at -> Timestamp,
        left_at -> Nullable<Timestamp>,
        recorded_by -> Nullable<BigInt>,
        recorded_at -> Timestamp,
        struck_at -> Nullable<Timestamp>,
        struck_by -> Nullable<BigInt>,
    }
}

diesel::table! {
    forbidden_pairs (id) {
        id -> BigInt,
        first_id -> BigInt,
        second_id -> BigInt,
        reason -> Text,
        set_by -> BigInt,
        set_at -> Timestamp,
        lifted_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    pairings (id) {
        id -> BigInt,
        session_id -> BigInt,
        round -> BigInt,
        board -> BigInt,
        white_id -> BigInt,
        black_id -> Nullable<BigInt>,
        announced_by -> Nullable<BigInt>,
        announced_at -> Timestamp,
    }
}

diesel::table! {
    games (id) {
        id -> BigInt,
        session_id -> Nullable<BigInt>,
        online -> Bool,
        white_id -> BigInt,
        black_id -> BigInt,
        result -> Text,
        ending -> Text,
        played_at -> Timestamp,
        clocked -> Bool,
        moves -> Nullable<Text>,
        final_position -> Nullable<Text>,
        captures -> Nullable<Text>,
        state -> Text,
        state_reason -> Nullable<Text>,
        state_acts -> Text,
        registered_by -> Nullable<BigInt>,
        registered_at -> Timestamp,
        decided_by -> Nullable<BigInt>,
        decided_at -> Nullable<Timestamp>,
        rematch_of -> Nullable<BigInt>,
        overseen_by -> Nullable<BigInt>,
        import_key -> Nullable<Text>,
        version -> BigInt,
        room -> Nullable<Text>,
        began_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    game_changes (id) {
        id -> BigInt,
        game_id -> BigInt,
        changed_by -> Nullable<BigInt>,
        changed_at -> Timestamp,
        act -> Text,
        reason -> Text,
        before -> Text,
        after -> Text,
    }
}

diesel::table! {
    timed_games (id) {
        id -> BigInt,
        session_id -> BigInt,
        white_id -> BigInt,
        black_id -> BigInt,
        limit_seconds -> BigInt,
        started_by -> BigInt,
        started_at -> Timestamp,
        ended_at -> Nullable<Timestamp>,
        game_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    timed_game_pauses (id) {
        id -> BigInt,
        timed_game_id -> BigInt,
        paused_at -> Timestamp,
        resumed_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    objections (id) {
        id -> BigInt,
        game_id -> BigInt,
        made_by -> BigInt,
        reason -> Text,
        made_at -> Timestamp,
        state -> Text,
        closed_at -> Nullable<Timestamp>,
        overseen_by -> Nullable<BigInt>,
        time_exempted -> Bool,
        rematch_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    rating_events (id) {
        id -> BigInt,
        at -> Timestamp,
        kind -> Text,
        first_id -> BigInt,
        second_id -> Nullable<BigInt>,
        outcome -> Nullable<Text>,
        points -> BigInt,
        factor_numerator -> BigInt,
        factor_denominator -> BigInt,
        floor -> BigInt,
        game_id -> Nullable<BigInt>,
        session_id -> Nullable<BigInt>,
        void -> Bool,
        first_before -> Nullable<BigInt>,
        first_after -> Nullable<BigInt>,
        second_before -> Nullable<BigInt>,
        second_after -> Nullable<BigInt>,
        entries -> BigInt,
    }
}

diesel::table! {
    ledger (id) {
        id -> BigInt,
        person_id -> BigInt,
        posted_at -> Timestamp,
        delta -> BigInt,
        balance -> BigInt,
        event_id -> BigInt,
        correction -> Bool,
        cause -> Text,
        acts -> Text,
    }
}

diesel::table! {
    standings (person_id) {
        person_id -> BigInt,
        score -> Nullable<BigInt>,
        wins -> BigInt,
        draws -> BigInt,
        losses -> BigInt,
        version -> BigInt,
    }
}

diesel::table! {
    bans (id) {
        id -> BigInt,
        person_id -> BigInt,
        placed_by -> Nullable<BigInt>,
        staff -> Bool,
        reason -> Text,
        placed_at -> Timestamp,
        ends_at -> Nullable<Timestamp>,
        lifted_at -> Nullable<Timestamp>,
        lift_reason -> Nullable<Text>,
        decision_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    monitors (id) {
        id -> BigInt,
        person_id -> BigInt,
        placed_by -> BigInt,
        suspicion -> Text,
        placed_at -> Timestamp,
        lifted_by -> Nullable<BigInt>,
        lifted_at -> Nullable<Timestamp>,
        lift_reason -> Nullable<Text>,
    }
}

diesel::table! {
    clock_orders (id) {
        id -> BigInt,
        person_id -> BigInt,
        ordered_by -> BigInt,
        reason -> Text,
        ordered_at -> Timestamp,
        lifted_at -> Nullable<Timestamp>,
        lift_reason -> Nullable<Text>,
    }
}

diesel::table! {
    acts (id) {
        id -> BigInt,
        at -> Timestamp,
        actor_id -> Nullable<BigInt>,
        act -> Text,
        subject -> Text,
        body -> Text,
        hash -> Binary,
        salt -> Nullable<Binary>,
    }
}

diesel::table! {
    outbox (id) {
        id -> BigInt,
        created_at -> Timestamp,
        channel -> Text,
        topic -> Text,
        audience -> Text,
        recipient_id -> Nullable<BigInt>,
        webhook_id -> Nullable<BigInt>,
        payload -> Text,
        attempts -> BigInt,
        next_attempt_at -> Timestamp,
        delivered_at -> Nullable<Timestamp>,
        failed_at -> Nullable<Timestamp>,
        last_error -> Nullable<Text>,
        receiver -> Text,
        device_id -> Nullable<BigInt>,
        event_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    notifications (id) {
        id -> BigInt,
        message_id -> BigInt,
        person_id -> Nullable<BigInt>,
        audience -> Text,
        topic -> Text,
        payload -> Text,
        created_at -> Timestamp,
        event_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    notification_preferences (person_id) {
        person_id -> BigInt,
        email_personal -> Bool,
        email_duties -> Bool,
        email_club -> Bool,
        email_digest -> Bool,
    }
}

diesel::table! {
    digests (person_id, notification_id) {
        person_id -> BigInt,
        notification_id -> BigInt,
        kept_at -> Timestamp,
    }
}

diesel::table! {
    webhooks (id) {
        id -> BigInt,
        url -> Text,
        topics -> Text,
        secret -> Binary,
        previous_secret -> Nullable<Binary>,
        previous_until -> Nullable<Timestamp>,
        created_by -> BigInt,
        created_at -> Timestamp,
        ended_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    push_keys (id) {
        id -> BigInt,
        secret -> Binary,
        created_at -> Timestamp,
    }
}

diesel::table! {
    push_devices (id) {
        id -> BigInt,
        person_id -> BigInt,
        sign_in_id -> BigInt,
        name -> Text,
        endpoint -> Text,
        public_key -> Binary,
        auth -> Binary,
        is_discreet -> Bool,
        created_at -> Timestamp,
        expires_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    calendar_addresses (person_id) {
        person_id -> BigInt,
        secret -> Binary,
        created_at -> Timestamp,
    }
}

diesel::table! {
    webhook_deliveries (id) {
        id -> BigInt,
        webhook_id -> BigInt,
        message_id -> BigInt,
        topic -> Text,
        attempted_at -> Timestamp,
        attempt -> BigInt,
        status -> Nullable<BigInt>,
        error -> Nullable<Text>,
    }
}

diesel::table! {
    notification_marks (person_id) {
        person_id -> BigInt,
        read_through -> BigInt,
    }
}

diesel::table! {
    jobs (id) {
        id -> BigInt,
        kind -> Text,
        asked_by -> BigInt,
        about -> Text,
        options -> Text,
        state -> Text,
        entries -> BigInt,
        entries_done -> BigInt,
        bytes -> BigInt,
        report -> Nullable<Text>,
        created_at -> Timestamp,
        told_at -> Timestamp,
        finished_at -> Nullable<Timestamp>,
        file -> Nullable<Binary>,
        entered -> Nullable<Text>,
        taken_back_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    job_pieces (id) {
        id -> BigInt,
        job_id -> BigInt,
        number -> BigInt,
        bytes -> Binary,
    }
}

diesel::table! {
    idempotency_keys (id) {
        id -> BigInt,
        person_id -> BigInt,
        key -> Text,
        fingerprint -> Binary,
        status -> BigInt,
        location -> Nullable<Text>,
        body -> Binary,
        created_at -> Timestamp,
    }
}

diesel::table! {
    versions (name) {
        name -> Text,
        value -> BigInt,
    }
}

diesel::table! {
    settings (name) {
        name -> Text,
        value -> Text,
    }
}

diesel::table! {
    cases (id) {
        id -> BigInt,
        number -> Text,
        subject -> Text,
        subject_id -> Nullable<BigInt>,
        ground -> Nullable<Text>,
        filed_by -> BigInt,
        concerned_id -> Nullable<BigInt>,
        decided_by -> Nullable<BigInt>,
        title -> Text,
        grounds -> Text,
        filed_at -> Timestamp,
        state -> Text,
        state_at -> Timestamp,
        round -> BigInt,
        answer_due_at -> Nullable<Timestamp>,
        answered_at -> Nullable<Timestamp>,
        en_banc_declined_at -> Nullable<Timestamp>,
        decision_id -> Nullable<BigInt>,
        ban_id -> Nullable<BigInt>,
        ban_term -> Nullable<Text>,
        barred_until -> Nullable<Timestamp>,
    }
}

diesel::table! {
    case_players (id) {
        id -> BigInt,
        case_id -> BigInt,
        person_id -> BigInt,
    }
}

diesel::table! {
    leave_votes (id) {
        id -> BigInt,
        case_id -> BigInt,
        said_by -> BigInt,
        granted -> Bool,
        reason -> Text,
        said_at -> Timestamp,
    }
}

diesel::table! {
    seats (id) {
        id -> BigInt,
        case_id -> BigInt,
        stage -> Text,
        place -> BigInt,
        justice_id -> BigInt,
        waived -> Text,
    }
}

diesel::table! {
    filings (id) {
        id -> BigInt,
        case_id -> BigInt,
        number -> BigInt,
        kind -> Text,
        filed_by -> Nullable<BigInt>,
        filed_at -> Timestamp,
        title -> Text,
        text -> Text,
        visibility -> Text,
        witness_id -> Nullable<BigInt>,
        raw_evidence -> Bool,
        granted -> Nullable<Bool>,
        ruled_at -> Nullable<Timestamp>,
        media_type -> Nullable<Text>,
        bytes -> Nullable<BigInt>,
        sha256 -> Nullable<Text>,
        bench -> Nullable<Text>,
    }
}

diesel::table! {
    filing_readers (id) {
        id -> BigInt,
        filing_id -> BigInt,
        person_id -> BigInt,
    }
}

diesel::table! {
    exhibits (filing_id) {
        filing_id -> BigInt,
        content -> Binary,
    }
}

diesel::table! {
    rulings (id) {
        id -> BigInt,
        filing_id -> BigInt,
        ruled_by -> BigInt,
        granted -> Bool,
        reason -> Text,
        ruled_at -> Timestamp,
    }
}

diesel::table! {
    drafts (id) {
        id -> BigInt,
        case_id -> BigInt,
        stage -> Text,
        drafted_by -> BigInt,
        drafted_at -> Timestamp,
        disposition -> Text,
    }
}

diesel::table! {
    votes (id) {
        id -> BigInt,
        case_id -> BigInt,
        stage -> Text,
        round -> BigInt,
        voted_by -> BigInt,
        draft_id -> BigInt,
        voted_at -> Timestamp,
    }
}

diesel::table! {
    judgments (id) {
        id -> BigInt,
        case_id -> BigInt,
        stage -> Text,
        round -> BigInt,
        decided_at -> Timestamp,
        disposition -> Nullable<Text>,
        majority -> Text,
        opinion_due_at -> Nullable<Timestamp>,
        written_by -> Nullable<BigInt>,
        published_at -> Nullable<Timestamp>,
        remand_due_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    opinions (id) {
        id -> BigInt,
        judgment_id -> BigInt,
        kind -> Text,
        written_by -> BigInt,
        text -> Text,
        published_at -> Timestamp,
    }
}

diesel::table! {
    opinion_joins (id) {
        id -> BigInt,
        opinion_id -> BigInt,
        joined_by -> BigInt,
        joined_at -> Timestamp,
    }
}

diesel::table! {
    interpretations (id) {
        id -> BigInt,
        case_number -> Text,
        acts -> Text,
        text -> Text,
        published_at -> Timestamp,
        withdrawn_at -> Nullable<Timestamp>,
        withdrawn_reason -> Nullable<Text>,
    }
}

diesel::table! {
    suggestions (id) {
        id -> BigInt,
        made_by -> BigInt,
        acts -> Text,
        text -> Text,
        made_at -> Timestamp,
        state -> Text,
        answer -> Nullable<Text>,
        closed_by -> Nullable<BigInt>,
        closed_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    change_requests (id) {
        id -> BigInt,
        made_by -> BigInt,
        base -> BigInt,
        note -> Text,
        draft -> Text,
        made_at -> Timestamp,
        state -> Text,
        reason -> Nullable<Text>,
        closed_by -> Nullable<BigInt>,
        closed_at -> Nullable<Timestamp>,
        published -> Nullable<BigInt>,
    }
}

diesel::table! {
    elections (id) {
        id -> BigInt,
        called_by -> BigInt,
        called_at -> Timestamp,
        note -> Text,
        seats -> BigInt,
        term_weeks -> BigInt,
        nominations_close_at -> Timestamp,
        voting_closes_at -> Timestamp,
        key -> Nullable<Binary>,
        opened_at -> Nullable<Timestamp>,
        counted_at -> Nullable<Timestamp>,
        term_ends_at -> Nullable<Timestamp>,
        result -> Nullable<Text>,
        called_off_at -> Nullable<Timestamp>,
        called_off_reason -> Nullable<Text>,
    }
}

diesel::table! {
    candidates (id) {
        id -> BigInt,
        election_id -> BigInt,
        person_id -> BigInt,
        nominated_by -> BigInt,
        nominated_at -> Timestamp,
        accepted_at -> Nullable<Timestamp>,
        withdrawn_at -> Nullable<Timestamp>,
        statement -> Text,
    }
}

diesel::table! {
    ballots (tag) {
        tag -> Binary,
        election_id -> BigInt,
        scores -> Text,
    }
}

diesel::table! {
    offences (id) {
        id -> BigInt,
        accused_id -> BigInt,
        act -> Text,
        what -> Text,
        happened_at -> Timestamp,
        recorded_by -> Nullable<BigInt>,
        recorded_at -> Timestamp,
    }
}

diesel::table! {
    offence_games (id) {
        id -> BigInt,
        offence_id -> BigInt,
        game_id -> BigInt,
    }
}

diesel::table! {
    decisions (id) {
        id -> BigInt,
        offence_id -> BigInt,
        decided_by -> Nullable<BigInt>,
        court_case -> Nullable<Text>,
        reasons -> Text,
        finding -> Nullable<Text>,
        finding_why -> Nullable<Text>,
        decided_at -> Timestamp,
        due_at -> Nullable<Timestamp>,
        declared_at -> Nullable<Timestamp>,
        reminders -> BigInt,
        state -> Text,
        state_at -> Timestamp,
        state_cause -> Text,
        replaces_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    sanctions (id) {
        id -> BigInt,
        decision_id -> BigInt,
        kind -> Text,
        points -> Nullable<BigInt>,
        minutes -> Nullable<BigInt>,
        game_id -> Nullable<BigInt>,
        step -> Nullable<Text>,
        proposed_step -> Nullable<Text>,
        departure -> Nullable<Text>,
        event_id -> Nullable<BigInt>,
        bans -> Bool,
        ban_ends_at -> Nullable<Timestamp>,
        ban_lifted -> Bool,
        served_at -> Nullable<Timestamp>,
        served_by -> Nullable<BigInt>,
        served_game_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    held_games (game_id) {
        game_id -> BigInt,
        state -> Nullable<Text>,
        state_reason -> Nullable<Text>,
        state_acts -> Nullable<Text>,
        result -> Nullable<Text>,
        ending -> Nullable<Text>,
    }
}

diesel::table! {
    reports (id) {
        id -> BigInt,
        made_by -> BigInt,
        accused_id -> BigInt,
        game_id -> Nullable<BigInt>,
        what -> Text,
        happened_at -> Timestamp,
        made_at -> Timestamp,
        state -> Text,
        closed_at -> Nullable<Timestamp>,
        closed_by -> Nullable<BigInt>,
        dismissal_reason -> Nullable<Text>,
        decision_id -> Nullable<BigInt>,
        table_id -> Nullable<BigInt>,
        quoted -> Text,
    }
}

diesel::table! {
    declarations (id) {
        id -> BigInt,
        made_at -> Timestamp,
        exercise -> Text,
        made_by -> Nullable<BigInt>,
        person_id -> Nullable<BigInt>,
        act -> Text,
        reason -> Text,
        effect -> Text,
        subject -> Text,
        undone_at -> Nullable<Timestamp>,
        undone_by -> Nullable<Text>,
    }
}

diesel::table! {
    chief_acts (id) {
        id -> BigInt,
        done_by -> BigInt,
        act -> Text,
        reason -> Text,
        effect -> Text,
        done_at -> Timestamp,
        undone_at -> Nullable<Timestamp>,
        undone_by -> Nullable<Text>,
    }
}

diesel::table! {
    chief_act_adjustments (id) {
        id -> BigInt,
        chief_act_id -> BigInt,
        person_id -> BigInt,
        delta -> BigInt,
        event_id -> BigInt,
    }
}

diesel::table! {
    lifted_deductions (event_id) {
        event_id -> BigInt,
    }
}

diesel::table! {
    petition_drafts (id) {
        id -> BigInt,
        saved_by -> BigInt,
        subject -> Text,
        subject_id -> Nullable<BigInt>,
        ground -> Nullable<Text>,
        title -> Text,
        grounds -> Text,
        saved_at -> Timestamp,
    }
}

diesel::table! {
    tables (id) {
        id -> BigInt,
        game -> Text,
        options -> Text,
        seed -> BigInt,
        opened_by -> BigInt,
        opened_at -> Timestamp,
        stage -> Text,
        started_at -> Nullable<Timestamp>,
        ended_at -> Nullable<Timestamp>,
        outcome -> Nullable<Text>,
        number -> BigInt,
        due_at -> Nullable<Timestamp>,
        game_id -> Nullable<BigInt>,
        version -> BigInt,
        warn_at -> Nullable<Timestamp>,
        resumes_at -> Nullable<Timestamp>,
        name -> Nullable<Text>,
        ended_by -> Nullable<BigInt>,
    }
}

diesel::table! {
    table_seats (id) {
        id -> BigInt,
        table_id -> BigInt,
        seat -> BigInt,
        person_id -> Nullable<BigInt>,
        invited_id -> Nullable<BigInt>,
        ready -> Bool,
    }
}

diesel::table! {
    plays (id) {
        id -> BigInt,
        table_id -> BigInt,
        number -> BigInt,
        kind -> Text,
        seat -> Nullable<BigInt>,
        played_by -> Nullable<BigInt>,
        at -> Timestamp,
        play -> Text,
        effect -> Text,
    }
}

diesel::table! {
    table_mutes (id) {
        id -> BigInt,
        muted_by -> BigInt,
        muted_id -> BigInt,
    }
}

diesel::table! {
    table_declines (table_id, person_id) {
        table_id -> BigInt,
        person_id -> BigInt,
    }
}

diesel::table! {
    chess_notes (id) {
        id -> BigInt,
        table_id -> BigInt,
        ply -> BigInt,
        written_by -> BigInt,
        at -> Timestamp,
        sign -> Nullable<Text>,
        text -> Text,
    }
}

diesel::table! {
    chess_analyses (table_id) {
        table_id -> BigInt,
        at -> Timestamp,
        engine -> Text,
        finished -> Bool,
        positions -> Text,
    }
}

diesel::table! {
    table_talk (id) {
        id -> BigInt,
        table_id -> BigInt,
        said_by -> BigInt,
        at -> Timestamp,
        text -> Text,
    }
}

diesel::table! {
    online_consents (id) {
        id -> BigInt,
        person_id -> BigInt,
        version -> BigInt,
        given_at -> Timestamp,
    }
}

diesel::table! {
    room_rating_changes (id) {
        id -> BigInt,
        table_id -> BigInt,
        person_id -> BigInt,
        at -> Timestamp,
        share -> BigInt,
        void -> Bool,
        rating_before -> Double,
        uncertainty_before -> Double,
        rating_after -> Double,
        uncertainty_after -> Double,
    }
}

diesel::table! {
    room_ratings (person_id) {
        person_id -> BigInt,
        rating -> Double,
        uncertainty -> Double,
        at_least -> Double,
        games -> BigInt,
    }
}

diesel::table! {
    evidence (id) {
        id -> BigInt,
        table_id -> BigInt,
        person_id -> BigInt,
        kind -> Text,
        gathered_at -> Timestamp,
        media -> Text,
        bytes -> BigInt,
        content -> Nullable<Binary>,
        keep_until -> Timestamp,
        erased_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    redactions (id) {
        id -> BigInt,
        evidence_id -> BigInt,
        made_by -> BigInt,
        made_at -> Timestamp,
        cover -> Text,
        media -> Text,
        content -> Nullable<Binary>,
    }
}

diesel::table! {
    evidence_releases (id) {
        id -> BigInt,
        redaction_id -> BigInt,
        recipient_id -> BigInt,
        released_by -> BigInt,
        released_at -> Timestamp,
        reason -> Text,
    }
}

diesel::table! {
    evidence_views (id) {
        id -> BigInt,
        evidence_id -> BigInt,
        redaction_id -> Nullable<BigInt>,
        seen_by -> BigInt,
        seen_at -> Timestamp,
        by_right -> Text,
    }
}

diesel::table! {
    evidence_exhibits (id) {
        id -> BigInt,
        case_id -> BigInt,
        redaction_id -> Nullable<BigInt>,
        filing_id -> BigInt,
    }
}

diesel::table! {
    online_voids (id) {
        id -> BigInt,
        table_id -> BigInt,
        chief_act_id -> BigInt,
    }
}

diesel::table! {
    erasure_requests (id) {
        id -> BigInt,
        person_id -> BigInt,
        requested_at -> Timestamp,
        state -> Text,
        closed_by -> Nullable<BigInt>,
        closed_at -> Nullable<Timestamp>,
        answer -> Text,
    }
}

diesel::table! {
    migrated (version) {
        version -> Text,
        program -> Text,
        at -> Timestamp,
    }
}

diesel::table! {
    receivers (name) {
        name -> Text,
        failures -> BigInt,
        rests_until -> Timestamp,
    }
}

diesel::table! {
    tournaments (id) {
        id -> BigInt,
        name -> Text,
        settings -> Text,
        state -> Text,
        created_by -> BigInt,
        created_at -> Timestamp,
        begun_at -> Nullable<Timestamp>,
        ended_at -> Nullable<Timestamp>,
        ended_reason -> Nullable<Text>,
        report -> Nullable<Text>,
        version -> BigInt,
    }
}

diesel::table! {
    tournament_teams (tournament_id, number) {
        tournament_id -> BigInt,
        number -> BigInt,
        name -> Text,
    }
}

diesel::table! {
    tournament_players (tournament_id, person_id) {
        tournament_id -> BigInt,
        person_id -> BigInt,
        number -> Nullable<BigInt>,
        rating -> Nullable<BigInt>,
        team -> Nullable<BigInt>,
        team_board -> Nullable<BigInt>,
        entered_at -> Timestamp,
        first_round -> BigInt,
        withdrawn_from -> Nullable<BigInt>,
    }
}

diesel::table! {
    confirmations (game_id) {
        game_id -> BigInt,
        state -> Text,
        confirmed_by -> Nullable<BigInt>,
        disputed_by -> Nullable<BigInt>,
        claim -> Nullable<Text>,
        changed_at -> Timestamp,
    }
}

diesel::table! {
    tournament_byes (tournament_id, person_id, round) {
        tournament_id -> BigInt,
        person_id -> BigInt,
        round -> BigInt,
        kind -> Text,
        asked_at -> Timestamp,
    }
}

diesel::table! {
    tournament_rounds (tournament_id, round) {
        tournament_id -> BigInt,
        round -> BigInt,
        session_id -> Nullable<BigInt>,
        day -> Nullable<Text>,
        announced_by -> Nullable<BigInt>,
        announced_at -> Timestamp,
    }
}

diesel::table! {
    tournament_boards (tournament_id, round, board) {
        tournament_id -> BigInt,
        round -> BigInt,
        board -> BigInt,
        white_id -> BigInt,
        black_id -> Nullable<BigInt>,
        team_match -> Nullable<BigInt>,
        why -> Nullable<Text>,
        game_id -> Nullable<BigInt>,
        result -> Nullable<Text>,
        entered_by -> Nullable<BigInt>,
        entered_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    tournament_challenges (id) {
        id -> BigInt,
        tournament_id -> BigInt,
        made_by -> BigInt,
        challenged_id -> BigInt,
        made_at -> Timestamp,
        accepted_at -> Nullable<Timestamp>,
        white_id -> Nullable<BigInt>,
        game_id -> Nullable<BigInt>,
        result -> Nullable<Text>,
        ended_at -> Nullable<Timestamp>,
        entered_by -> Nullable<BigInt>,
    }
}

diesel::table! {
    outside_ratings (person_id, list) {
        person_id -> BigInt,
        list -> Text,
        rating -> Nullable<BigInt>,
        number -> Nullable<Text>,
        whose -> Nullable<Text>,
        title -> Nullable<Text>,
        set_by -> Nullable<BigInt>,
        set_at -> Timestamp,
    }
}

/// Tables that one query may read together; a query of two others does not compile until they are named here. Diesel's
/// own macro makes ten impls of each pair: of all tables with each other they would be 53,560.
macro_rules! read_together {
    ($($table:ident: $($other:ident),+;)+) => {
        $($(diesel::allow_tables_to_appear_in_same_query!($table, $other);)+)+
    };
}

read_together! {
    people: memberships, removal_requests, notes, accounts, roles, sign_ins, invitations, signing_keys, sessions,
        attendance, forbidden_pairs, games, rating_events, ledger, standings, bans, monitors, clock_orders, acts,
        notifications, jobs, versions, suggestions, change_requests, candidates, offences, decisions, sanctions,
        tables, table_seats, table_talk, table_mutes, table_declines, chess_notes, room_ratings, evidence,
        evidence_views, erasure_requests, confirmations;
    games: memberships, removal_requests, roles, invitations, sessions, attendance, forbidden_pairs, pairings,
        objections, rating_events, ledger, standings, bans, acts, outbox, idempotency_keys, suggestions,
        change_requests, elections, held_games, reports, confirmations, tournament_challenges, claims;
    memberships: accounts, roles, sign_ins, signing_keys, sessions, attendance, rating_events, ledger, standings,
        bans, monitors, clock_orders, acts, notifications, notification_preferences, calendar_addresses, jobs,
        versions, offences, decisions, sanctions, erasure_requests;
    roles: accounts, sign_ins, signing_keys, sessions, attendance, notification_preferences, calendar_addresses,
        versions, case_players, seats, filings, votes, judgments, decisions, erasure_requests;
    cases: acts, case_players, leave_votes, seats, filings, rulings, drafts, votes, judgments, opinions,
        opinion_joins, decisions, tables, plays, evidence_exhibits;
    objections: removal_requests, invitations, sessions, game_changes, suggestions, change_requests, elections,
        held_games, reports, tournament_challenges, claims;
    rating_events: sessions, attendance, ledger, standings, acts, outbox, idempotency_keys, sanctions,
        lifted_deductions, plays, confirmations;
    filings: case_players, seats, filing_readers, exhibits, rulings, votes, judgments, decisions, evidence,
        redactions, evidence_exhibits;
    standings: sessions, attendance, forbidden_pairs, pairings, ledger, bans, monitors, clock_orders, versions,
        offences;
    invitations: removal_requests, sign_ins, sign_in_failures, suggestions, change_requests, elections, reports,
        tournament_challenges, claims;
    acts: accounts, attendance, ledger, outbox, jobs, idempotency_keys, tables, plays, migrated;
    votes: case_players, leave_votes, seats, drafts, judgments, opinions, opinion_joins, decisions;
    tournament_challenges: removal_requests, suggestions, change_requests, elections, reports, tournaments,
        tournament_boards, claims;
    sessions: house_rules, attendance, pairings, ledger, bans, jobs, held_games;
    judgments: interpretations, case_players, seats, drafts, opinions, opinion_joins, decisions;
    claims: removal_requests, sign_ins, sign_in_failures, suggestions, change_requests, elections, reports;
    accounts: sign_ins, signing_keys, notification_preferences, push_devices, calendar_addresses, versions;
    bans: house_rules, attendance, forbidden_pairs, monitors, clock_orders, offences;
    removal_requests: suggestions, change_requests, elections, reports, declarations;
    offences: monitors, clock_orders, offence_games, decisions, sanctions;
    tables: notes, table_seats, plays, chess_analyses, online_voids;
    sign_ins: signing_keys, sign_in_failures, push_devices, versions;
    attendance: house_rules, forbidden_pairs, pairings, ledger, jobs;
    elections: suggestions, change_requests, ballots, reports;
    exhibits: filing_readers, evidence, redactions, evidence_exhibits;
    decisions: case_players, seats, offence_games, sanctions;
    ledger: outbox, idempotency_keys, plays;
    drafts: leave_votes, opinions, opinion_joins;
    evidence: redactions, evidence_views, evidence_exhibits;
    tournaments: tournament_teams, tournament_players, tournament_boards;
    outbox: idempotency_keys, receivers;
    notifications: notification_marks, digests;
    jobs: security_log, job_pieces;
    suggestions: change_requests, reports;
    tournament_players: tournament_byes, tournament_boards;
    signing_keys: versions;
    house_rules: settings;
    monitors: clock_orders;
    notification_marks: digests;
    change_requests: reports;
    case_players: seats;
    filing_readers: rulings;
    opinions: opinion_joins;
    offence_games: sanctions;
    chief_acts: chief_act_adjustments;
    table_seats: table_declines;
    room_rating_changes: room_ratings;
    redactions: evidence_exhibits;
    tournament_rounds: tournament_boards;
}
